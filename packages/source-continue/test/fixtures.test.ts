import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import continueSource from "../src/index.js";

testHomes(import.meta.dirname, continueSource);
