import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import kimi from "../src/index.js";

testHomes(import.meta.dirname, kimi);
