// The last step of "npm run generate": tsc cannot put a comment into its output alone.
import { readFileSync, writeFileSync } from "node:fs";

for (const name of ["ring", "adapter"]) {
  const generated = readFileSync(`${name}.js`, "utf8");
  writeFileSync(`${name}.js`, `// Code generated from ${name}.ts by "npm run generate". DO NOT EDIT.\n\n${generated}`);
}
