import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What the service worker keeps; another version of any of it is another worker. */
const OFFLINE = [
  'src/service-worker.js',
  'public/offline.html',
  'public/offline.css',
  'public/offline.js',
  'public/favicon.svg',
]

/** Puts the service worker beside the page, with a version that follows from what it keeps. */
export function serviceWorker(): Plugin {
  return {
    name: 'talad-service-worker',
    apply: 'build',
    async generateBundle() {
      const read = OFFLINE.map((file) => readFile(join(import.meta.dirname, file), 'utf8'))
      const [worker = '', ...kept] = await Promise.all(read)
      const version = createHash('sha256')
        .update([worker, ...kept].join('\0'))
        .digest('hex')
        .slice(0, 12)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker.replace('__VERSION__', version) })
    },
  }
}
