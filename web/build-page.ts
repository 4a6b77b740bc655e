import { join } from 'node:path'
import { pack } from '@talad/ui/build/pack'
import { withoutDescriptions, withoutJsonSchema } from '@talad/ui/build/plugins'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const MAIN = 'src/main.tsx'
/** The screens that the server draws, and parts that come with them, by the pattern of their addresses. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  '/': ['src/routes/home.tsx'],
  '/explore': ['src/routes/explore.tsx'],
  '/collection/$idOrSlug': ['src/routes/collection.tsx'],
  '/assets/$blockchain/$contract/$token': ['src/routes/asset.tsx'],
  '/account': ['src/routes/account.tsx', 'src/routes/account-items.tsx'],
}
const SERVER = 'server'

/** A chunk and everything that it needs before it runs. */
function withImports(bundle: Bundle, file: string, known = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || known.has(file)) return known
  known.add(file)
  for (const needed of chunk.imports) withImports(bundle, needed, known)
  return known
}

/** The file of a module: its own, or one that it shares. */
function chunkOf(bundle: Bundle, module: string): Chunk {
  const id = join(import.meta.dirname, module)
  const found = Object.values(bundle).find(
    (file): file is Chunk => file.type === 'chunk' && file.moduleIds.includes(id),
  )
  if (!found) throw new Error(`${module} is no part of the app`)
  return found
}

const partsOf = (bundle: Bundle, module: string) =>
  [...withImports(bundle, chunkOf(bundle, module).fileName)].map((file) => `/${file}`)

/** The program by which the gateway draws first pages: one file, which needs nothing beside it. */
async function buildServer(root: string, outDir: string, parts: unknown): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react(), withoutDescriptions(), withoutJsonSchema()],
    define: { __PARTS__: JSON.stringify(parts), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/first-page.tsx',
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'first-page.mjs', codeSplitting: false } },
    },
  })
}

/**
 * Makes the app's first pages quick: names what the app is made of in the page, builds the program which draws pages on
 * the server, and packs every file.
 */
export function firstPages(): Plugin {
  let root = ''
  let outDir = ''
  let parts: Record<string, string[]> = {}
  return {
    name: 'talad-first-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = join(config.root, config.build.outDir)
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        partsOf(bundle, MAIN).map((href) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: '', 'data-app': '', href },
          injectTo: 'head',
        })),
    },
    generateBundle(_options, bundle) {
      parts = Object.fromEntries(
        Object.entries(SCREENS).map(([pattern, modules]) => [
          pattern,
          [...new Set([MAIN, ...modules].flatMap((module) => partsOf(bundle, module)))],
        ]),
      )
    },
    async closeBundle() {
      await pack(outDir)
      await buildServer(root, join(outDir, SERVER), parts)
    },
  }
}
