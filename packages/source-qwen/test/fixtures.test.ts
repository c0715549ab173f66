import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import qwen from "../src/index.js";

testHomes(import.meta.dirname, qwen);
