// Bundles the scripts of each page with rolldown. Reads a plan from stdin, writes files to its `into`.
import { readFileSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

const { root, into, pages, rests, libraries, browsers } = JSON.parse(readFileSync(0, "utf8"));

const bundle = async (entries, output) => {
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, `${root}/${path}`]));
  const made = await rolldown({
    input,
    resolve: { alias: libraries },
    transform: { target: browsers },
    preserveEntrySignatures: "allow-extension",
    onLog: (level, log) => {
      throw new Error(log.message);
    },
  });
  const files = { entryFileNames: "[name].js", chunkFileNames: "[name].js" };
  return (await made.generate({ format: "esm", comments: false, minify: true, ...files, ...output })).output;
};

/** The modules of a page's own file, and of files that it cannot do without. */
const atOnce = (output, name) => {
  const files = new Map(output.map((file) => [file.fileName, file]));
  const found = new Set();
  const take = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const other of file.imports) take(files.get(other));
  };
  take(files.get(`${name}.js`));
  return [...found];
};

for (const [name, path] of Object.entries(pages)) {
  let output = await bundle({ [name]: path });
  const first = rests[name] ? output : atOnce(output, name);
  if (rests[name] || first.length > 1) {
    // What comes later imports from the page's own file whatever both need, so that there is no third file.
    const early = new Set(first.flatMap((file) => file.moduleIds));
    const groups = [{ name, test: (id) => early.has(id) }];
    const entries = rests[name] ? { [name]: path, [`${name}-rest`]: rests[name] } : { [name]: path };
    output = await bundle(entries, { codeSplitting: { includeDependenciesRecursively: false, groups } });
  }
  for (const file of output) writeFileSync(`${into}/${file.fileName}`, file.code);
}
