// Joins the code of the package in this folder into a few files of its dist. Hundreds of small modules
// make a program start a quarter slower. Types and the scripts of pages are made by tsc, which says
// what is wrong: nothing is checked here.
import { bundlePackage } from "./bundle/package.mjs";

await bundlePackage(process.cwd());
