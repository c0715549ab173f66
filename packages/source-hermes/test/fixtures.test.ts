import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import hermes from "../src/index.js";

testHomes(import.meta.dirname, hermes);
