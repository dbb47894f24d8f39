import { join, relative } from "node:path";
import ts from "typescript";

/** @param {string[]} files @returns {import("typescript").LanguageService} */
function serviceFor(files) {
  return ts.createLanguageService({
    getCompilationSettings: () => ({
      allowJs: true,
      checkJs: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    }),
    getScriptFileNames: () => files,
    getScriptVersion: () => "0",
    getScriptSnapshot: (file) => ts.sys.fileExists(file) && ts.ScriptSnapshot.fromString(ts.sys.readFile(file)),
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
}

/**
 * Finds exports that no other module uses, neither in code nor as a type. Default exports are left out.
 * @param {string} root the folder of the modules
 * @param {string[]} modules their paths in it
 * @returns {string[]} such as `web/lib/format.ts: clock`
 */
export function unusedExports(root, modules) {
  const files = modules.map((module) => join(root, module));
  const service = serviceFor(files);
  const program = service.getProgram();
  const checker = program.getTypeChecker();
  const isUsed = (/** @type {import("typescript").Declaration} */ { name }) => {
    const file = name.getSourceFile().fileName;
    const references = service.findReferences(file, name.getStart()) ?? [];
    return references.some((found) => found.references.some(({ fileName }) => fileName !== file));
  };
  return files.flatMap((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    return (module ? checker.getExportsOfModule(module) : [])
      .filter(({ name }) => name !== "default")
      .filter(({ declarations: [first] }) => !isUsed(first))
      .map(({ name }) => `${relative(root, file)}: ${name}`);
  });
}
