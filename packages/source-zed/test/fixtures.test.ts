import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import zed from "../src/index.js";

testHomes(import.meta.dirname, zed);
