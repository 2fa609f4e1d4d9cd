/** The layers of ARCHITECTURE.md as rules: http, cli → operations → ports (engine, inference, storage) → domain, text, query-language, threads → algorithms. */
const composition = '^src/(app/|main\\.ts$)';
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'algorithms-know-nobody',
      severity: 'error',
      from: { path: '^src/algorithms' },
      to: { path: '^src/', pathNot: '^src/algorithms' },
    },
    {
      name: 'domain-knows-only-algorithms',
      severity: 'error',
      from: { path: '^src/domain' },
      to: { path: '^src/', pathNot: '^src/(domain|algorithms)' },
    },
    {
      name: 'query-language-knows-only-domain',
      severity: 'error',
      from: { path: '^src/query-language' },
      to: { path: '^src/', pathNot: '^src/(query-language|domain)' },
    },
    {
      name: 'threads-know-only-domain',
      severity: 'error',
      from: { path: '^src/threads' },
      to: { path: '^src/', pathNot: '^src/(threads|domain)' },
    },
    {
      name: 'text-knows-only-domain',
      severity: 'error',
      from: { path: '^src/text' },
      to: { path: '^src/', pathNot: '^src/(text|domain|algorithms)' },
    },
    {
      name: 'learning-knows-only-domain-and-text',
      severity: 'error',
      from: { path: '^src/learning' },
      to: { path: '^src/', pathNot: '^src/(learning|domain|text)' },
    },
    {
      name: 'ports-know-domain-and-text',
      severity: 'error',
      from: { path: '^src/(engine|inference|storage|training)' },
      to: { path: '^src/(operations|http|cli|app|main|config)' },
    },
    {
      name: 'who-trains-is-named-in-the-composition-root',
      severity: 'error',
      from: { path: '^src', pathNot: `${composition}|^src/training/process|\\.test\\.ts$` },
      to: { path: '^src/training/process' },
    },
    {
      name: 'engine-and-storage-are-strangers',
      severity: 'error',
      from: { path: '^src/engine', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/storage' },
    },
    {
      name: 'storage-knows-no-engine',
      severity: 'error',
      from: { path: '^src/storage' },
      to: { path: '^src/engine' },
    },
    {
      name: 'operations-know-ports-only',
      severity: 'error',
      from: { path: '^src/operations', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(http|cli|app|main|config|engine/embedded|storage/lmdb)' },
    },
    {
      name: 'http-knows-no-implementation',
      severity: 'error',
      from: { path: '^src/http', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(cli|app|main|engine/embedded|storage/lmdb)' },
    },
    {
      name: 'implementations-are-named-in-the-composition-root',
      severity: 'error',
      from: { path: '^src', pathNot: `${composition}|^src/(engine/embedded|storage/lmdb)|\\.test\\.ts$` },
      to: { path: '^src/(engine/embedded|storage/lmdb)' },
    },
    {
      name: 'models-are-chosen-in-one-place',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/inference/(open-|onnx/|openai/|llama/)|\\.test\\.ts$' },
      to: { path: '^src/inference/(onnx|openai|llama)/' },
    },
    {
      name: 'the-model-runtime-is-loaded-with-telemetry-off',
      severity: 'error',
      from: { pathNot: '^src/inference/onnx/onnxruntime\\.ts$' },
      to: { path: 'node_modules/onnxruntime-node' },
    },
    {
      name: 'black-box-tests-know-only-http',
      severity: 'error',
      from: { path: '^test/' },
      to: { path: '^src' },
    },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src', pathNot: '\\.d\\.ts$' }, to: {} },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-dev-dependency-in-src',
      severity: 'error',
      from: { path: '^src', pathNot: '\\.test\\.ts$|^src/(engine|storage)/contract/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
