import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import vibe from "../src/index.js";

testHomes(import.meta.dirname, vibe);
