import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { KNOWN_EXTENSIONS } from '../src/extraction/file-types.js';

const client = fileURLToPath(new URL('../clients/typescript/src/index.ts', import.meta.url));
const output = fileURLToPath(new URL('../dist/console', import.meta.url));
/** Where `npm run dev` finds a service. */
const SERVICE = process.env.SEXTANT_URL ?? 'http://127.0.0.1:8180';

export default defineConfig({
  base: '/console/',
  plugins: [react(), compressed()],
  resolve: { alias: { '@sextant/client': client } },
  define: { READABLE_ENDINGS: JSON.stringify(KNOWN_EXTENSIONS) },
  build: {
    outDir: output,
    emptyOutDir: true,
    target: 'es2022',
    // As in tokens.css: browsers that know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no styles and scripts but files of their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } },
  },
  server: { proxy: { '^/(v\\d+|healthz|readyz|versions|metrics)': SERVICE } },
});

/** Writes each file in the encodings that browsers accept, so that the service never compresses anything. */
function compressed(): Plugin {
  return {
    name: 'sextant-compressed',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
      }
    },
  };
}
