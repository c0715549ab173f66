import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import pi from "../src/index.js";

testHomes(import.meta.dirname, pi);
