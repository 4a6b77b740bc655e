import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Citation, findCitations } from './citations.ts'
import { listFiles, read } from './files.ts'
import { readRegister } from './register.ts'

const finishedPath = 'infra/checks/finished-rules.json'

/** From a service's name, or another workspace's folder, to the rules that it fulfils. */
const finishedFile = z.record(z.string(), z.array(z.string()))

/** What screens do is proven where a browser drives them: tests of this folder count for the apps. */
const appFolders = ['web', 'admin-web']
const browserFolder = 'infra/e2e/'

function proves({ path, where }: Citation, folder: string): boolean {
  if (path.startsWith(`${folder}/`)) return true
  const drives = where === 'test' && path.startsWith(browserFolder)
  return drives && appFolders.includes(folder)
}

export type FinishedFolder = { folder: string; rules: string[]; citations: Citation[] }
export type RuleBook = {
  register: Map<string, string>
  citations: Citation[]
  finished: FinishedFolder[]
}

/** Everything that the rules guard and the table writer need, read once. */
export async function readRuleBook(root: string): Promise<RuleBook> {
  const register = await readRegister(root)
  const citations = await findCitations(root, await listFiles(root), register)
  const listed = existsSync(join(root, finishedPath))
    ? finishedFile.parse(JSON.parse(await read(root, finishedPath)))
    : {}
  const finished = Object.entries(listed).map(([name, rules]) => {
    const folder = existsSync(join(root, 'services', name)) ? `services/${name}` : name
    return { folder, rules, citations: citations.filter((citation) => proves(citation, folder)) }
  })
  return { register, citations, finished }
}
