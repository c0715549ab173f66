import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import droid from "../src/index.js";

testHomes(import.meta.dirname, droid);
