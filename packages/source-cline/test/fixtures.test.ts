import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import cline from "../src/index.js";

testHomes(import.meta.dirname, cline);
