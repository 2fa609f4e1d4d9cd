/** Pages are strangers to one another: what two of them need is in shared/ or design/. Only the client speaks to the service. */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'pages-are-strangers',
      severity: 'error',
      from: { path: '^src/pages/([^/]+)/' },
      to: { path: '^src/pages/', pathNot: '^src/pages/$1/' },
    },
    {
      name: 'the-design-knows-no-page',
      severity: 'error',
      from: { path: '^src/design/' },
      to: { path: '^src/', pathNot: '^src/design/' },
    },
    {
      name: 'what-is-shared-knows-no-page',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/pages/' },
    },
    {
      name: 'the-console-knows-the-client-only',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^\\.\\./(src|test|testing|bench)/' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.svg$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules|clients/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
};
