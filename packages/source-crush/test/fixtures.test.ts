import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import crush from "../src/index.js";

testHomes(import.meta.dirname, crush);
