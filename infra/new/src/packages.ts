import { written } from '@talad/calls/examples/write'
import { Refusal } from './names.ts'
import type { Tree } from './tree.ts'

type Json = { [key: string]: Json | string | number | boolean | undefined }

const lockPath = 'package-lock.json'

function objectAt(json: Json, ...keys: string[]): Json {
  return keys.reduce<Json>((inner, key) => {
    const value = inner[key] ?? {}
    if (typeof value !== 'object') throw new Refusal(`${key} is no object in a package file`)
    inner[key] = value
    return value
  }, json)
}

function editJson(tree: Tree, path: string, change: (json: Json) => void): void {
  tree.edit(path, (text) => {
    const json: Json = JSON.parse(text)
    change(json)
    return `${JSON.stringify(json, null, 2)}\n`
  })
}

/** Puts a key in front of the first that is greater, so that nothing else moves. */
function insert(json: Json, key: string, value: Json | string): void {
  if (json[key] !== undefined) return
  const entries = Object.entries(json)
  const found = entries.findIndex(([other]) => other > key)
  entries.splice(found === -1 ? entries.length : found, 0, [key, value])
  for (const [old] of entries) delete json[old]
  Object.assign(json, Object.fromEntries(entries))
}

const examplesPath = 'services/gateway/src/docs/examples.json'

/** An example of a call for the documentation, until one is recorded. */
export function addExample(tree: Tree, call: string, example: Json): void {
  tree.edit(examplesPath, (text) => {
    const json: Json = JSON.parse(text)
    insert(json, call, example)
    return `${written(json)}\n`
  })
}

/** Whether a workspace of ours has this name. */
export function isTaken(tree: Tree, name: string): boolean {
  return objectAt(JSON.parse(tree.read(lockPath)), 'packages')[`node_modules/@talad/${name}`] !== undefined
}

/** The version that everybody here has of a package. */
export function versionOf(tree: Tree, dependency: string): string {
  if (dependency.startsWith('@talad/')) return '*'
  const { version } = objectAt(JSON.parse(tree.read(lockPath)), 'packages', `node_modules/${dependency}`)
  if (typeof version !== 'string') throw new Refusal(`${lockPath} has no ${dependency}`)
  return version
}

/** Makes a folder a workspace in the lock, as `npm install` would. */
export function lockWorkspace(tree: Tree, folder: string, name: string, dependencies: Json): void {
  editJson(tree, lockPath, (lock) => {
    const packages = objectAt(lock, 'packages')
    insert(packages, `node_modules/@talad/${name}`, { resolved: folder, link: true })
    insert(packages, folder, { name: `@talad/${name}`, dependencies })
  })
}

/** Lets a workspace import a package, in its package.json and in the lock. */
export function addDependency(tree: Tree, folder: string, dependency: string): void {
  const version = versionOf(tree, dependency)
  editJson(tree, `${folder}/package.json`, (json) =>
    insert(objectAt(json, 'dependencies'), dependency, version),
  )
  editJson(tree, lockPath, (lock) =>
    insert(objectAt(lock, 'packages', folder, 'dependencies'), dependency, version),
  )
}
