import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { makeFonts } from '@talad/ui/build/fonts'
import { pack } from '@talad/ui/build/pack'
import {
  preloadFonts,
  withoutDescriptions,
  withoutJsonSchema,
  withoutZodFormats,
} from '@talad/ui/build/plugins'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'

function packed(): Plugin {
  let outDir = ''
  return {
    name: 'talad-packed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = build.outDir.startsWith('/') ? build.outDir : join(root, build.outDir)
    },
    closeBundle: () => pack(outDir),
  }
}

/** The development server hands calls on to a running gateway (`GATEWAY=http://127.0.0.1:8080`); the build knows nothing of it. */
export default defineConfig(async ({ mode }) => {
  await makeFonts()
  const { GATEWAY: gateway } = loadEnv(mode, import.meta.dirname, ['GATEWAY'])
  const paths = ['/api', '/identity', '/signing', '/media']
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      tailwind(),
      preloadFonts(),
      withoutDescriptions(),
      withoutJsonSchema(),
      withoutZodFormats(),
      packed(),
    ],
    server: {
      host: '127.0.0.1',
      ...(gateway ? { proxy: Object.fromEntries(paths.map((path) => [path, gateway])) } : {}),
    },
    build: {
      outDir: 'dist',
      target: 'es2023',
      // The gateway's policy allows files of the site only: nothing is put into the page as data:.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The policy forbids making code from text, which zod would try as soon as it makes its first schema.
      rolldownOptions: { output: { banner: 'globalThis.__zod_globalConfig ??= { jitless: true };' } },
    },
  }
})
