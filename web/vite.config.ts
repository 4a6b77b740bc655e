import tailwind from '@tailwindcss/vite'
import { makeFonts } from '@talad/ui/build/fonts'
import {
  preloadFonts,
  withoutDescriptions,
  withoutJsonSchema,
  withoutZodFormats,
  withoutZodSentences,
} from '@talad/ui/build/plugins'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { serviceWorker } from './build.ts'
import { fewChunks } from './build-chunks.ts'
import { firstPages } from './build-page.ts'

/**
 * The development server answers the API itself from fixtures (`MOCK=1`), or hands it on to a running gateway
 * (`GATEWAY=http://127.0.0.1:8080`). The build knows neither.
 */
export default defineConfig(async ({ mode }) => {
  await makeFonts()
  const env = loadEnv(mode, import.meta.dirname, ['GATEWAY', 'MOCK'])
  const paths = ['/api', '/identity', '/signing', '/media', '/docs']
  const { GATEWAY: gateway, MOCK: mock } = env
  const mocked = mock ? [(await import('./dev/mock.ts')).mockGateway()] : []
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      tailwind(),
      preloadFonts(),
      withoutDescriptions(),
      withoutJsonSchema(),
      withoutZodFormats(),
      withoutZodSentences(),
      serviceWorker(),
      firstPages(),
      ...mocked,
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
      // The policy forbids making code from text, and zod would try as soon as it makes its first schema. A banner comes
      // before every module of a chunk; a module that says so would be evaluated after those it shares no chunk with.
      rolldownOptions: {
        output: {
          banner: 'globalThis.__zod_globalConfig ??= { jitless: true };',
          codeSplitting: fewChunks(),
        },
      },
    },
  }
})
