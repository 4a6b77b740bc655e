import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from './names.ts'

/** What is to be written below a folder: all of it, or nothing where a part is refused. */
export type Tree = {
  root: string
  has(path: string): boolean
  /** @throws Refusal where there is no such file */
  read(path: string): string
  /** @throws Refusal where the file is there already */
  create(path: string, text: string): void
  edit(path: string, change: (text: string) => string): void
  /** Writes everything. @returns the files, relative to the root */
  save(): string[]
}

export function openTree(root: string): Tree {
  const changed = new Map<string, string>()
  const has = (path: string) => changed.has(path) || existsSync(join(root, path))
  const read = (path: string) => {
    if (!has(path)) throw new Refusal(`${path} is not there`)
    return changed.get(path) ?? readFileSync(join(root, path), 'utf8')
  }
  return {
    root,
    has,
    read,
    create(path, text) {
      if (has(path)) throw new Refusal(`${path} is there already`)
      changed.set(path, text)
    },
    edit: (path, change) => void changed.set(path, change(read(path))),
    save() {
      for (const [path, text] of changed) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
      }
      return [...changed.keys()]
    },
  }
}
