import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import gemini from "../src/index.js";

testHomes(import.meta.dirname, gemini);
