/** The layers of ARCHITECTURE.md as rules: http, cli → operations → ports (engine, inference, storage) → domain, text, query-language, threads → algorithms. */
const composition = '^src/(app/|main\\.ts$)';
const implementations = '^src/(engine/(embedded|opensearch)|storage/(lmdb|opensearch)|opensearch)/';
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
      to: { path: `^src/(http|cli|app|main|config)|${implementations}` },
    },
    {
      name: 'http-knows-no-implementation',
      severity: 'error',
      from: { path: '^src/http', pathNot: '\\.test\\.ts$' },
      to: { path: `^src/(cli|app|main)|${implementations}` },
    },
    {
      name: 'implementations-are-named-in-the-composition-root',
      severity: 'error',
      from: { path: '^src', pathNot: `${composition}|${implementations}|\\.test\\.ts$` },
      to: { path: implementations },
    },
    {
      name: 'engines-are-strangers',
      severity: 'error',
      from: { path: '^src/engine/(embedded|opensearch)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/engine/(embedded|opensearch)/', pathNot: '^src/engine/$1/' },
    },
    {
      name: 'storages-are-strangers',
      severity: 'error',
      from: { path: '^src/storage/(lmdb|opensearch)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/storage/(lmdb|opensearch)/', pathNot: '^src/storage/$1/' },
    },
    {
      name: 'the-embedded-engine-and-store-know-no-cluster',
      severity: 'error',
      from: { path: '^src/(engine/embedded|storage/lmdb)/' },
      to: { path: '^src/opensearch/' },
    },
    {
      name: 'the-cluster-knows-only-domain',
      severity: 'error',
      from: { path: '^src/opensearch/' },
      to: { path: '^src/', pathNot: '^src/(opensearch|domain)/' },
    },
    {
      name: 'the-cluster-client-is-named-where-it-is-used',
      severity: 'error',
      from: { pathNot: '^src/((engine/|storage/)?opensearch)/' },
      to: { path: 'node_modules/@opensearch-project' },
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
    {
      name: 'the-client-knows-only-itself',
      severity: 'error',
      from: { path: '^clients/typescript/src' },
      to: { pathNot: '^clients/typescript/src' },
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
