import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { completeLock } from './lock.ts'

// Run after `npm install` wherever the `lock` guard says that entries are missing.
const path = join(import.meta.dirname, '../../../package-lock.json')
await writeFile(path, completeLock(await readFile(path, 'utf8')))
