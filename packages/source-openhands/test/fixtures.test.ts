import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import openhands from "../src/index.js";

testHomes(import.meta.dirname, openhands);
