import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import aider from "../src/index.js";

testHomes(import.meta.dirname, aider);
