import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { mutantOf } from './mutant.ts'

// Loaded by `--import` before anything else: replaces one text in one source file while it is loaded.
const edit = mutantOf(import.meta.url)

registerHooks({
  load(url, context, next) {
    if (url.split('?')[0] !== edit.url) return next(url, context)
    const source = readFileSync(new URL(edit.url), 'utf8')
    if (!source.includes(edit.find))
      throw new Error(`the fault can't be put in: ${edit.url} has no ${edit.find}`)
    return {
      format: 'module-typescript',
      source: source.replace(edit.find, () => edit.replace),
      shortCircuit: true,
    }
  },
})
