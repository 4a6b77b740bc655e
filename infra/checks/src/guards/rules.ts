import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { casesOf, evidenceOf, isNamed } from '../cases.ts'
import { read } from '../files.ts'
import { type FinishedFolder, type RuleBook, readRuleBook } from '../finished.ts'
import type { Guard } from '../guard.ts'
import { doubledRules, registerPath } from '../register.ts'
import { renderTable, sameTable, withTable } from '../rules-table.ts'

/** Every rule stands in the register once; every rule that is cited exists; every rule of a finished folder has its line, its test and its row in the README, and each case that it lists is named in a test of it. */
export const rules: Guard = {
  name: 'rules',
  inspect: async (root) => {
    const book = await readRuleBook(root)
    const unproven = await unnamedCases(root, book)
    const finished = await Promise.all(book.finished.map((folder) => unfinished(root, folder, book)))
    return { problems: [...(await doubledRules(root)), ...unknownIds(book), ...finished.flat(), ...unproven] }
  },
}

/** Codes and lists of a finished rule of which no test of that rule says anything. */
async function unnamedCases(root: string, { finished }: RuleBook): Promise<string[]> {
  const done = new Set(finished.flatMap(({ rules: ids }) => ids))
  const evidence = await evidenceOf(root)
  return (await casesOf(root))
    .filter((one) => done.has(one.rule) && !isNamed(one, evidence.get(one.rule) ?? []))
    .map(({ rule, name, where }) => `${where}: no test whose title starts with ${rule} names ${name}`)
}

function unknownIds({ register, citations }: RuleBook): string[] {
  return citations
    .filter(({ id, where }) => where === 'text' && !register.has(id))
    .map(({ id, path, line }) => `${path}:${line} cites ${id}, which ${registerPath} doesn't have`)
}

async function unfinished(root: string, finished: FinishedFolder, { register }: RuleBook): Promise<string[]> {
  const { folder, rules: ids, citations } = finished
  if (!existsSync(join(root, folder))) return [`${folder} is listed as finished, but there is no such folder`]
  const problems = ids.flatMap((id) => {
    if (!register.has(id)) return [`${folder} lists ${id}, which ${registerPath} doesn't have`]
    const has = (where: string) =>
      citations.some((citation) => citation.id === id && citation.where === where)
    return [
      ...(has('code') ? [] : [`${folder}: no comment of its code names ${id}`]),
      ...(has('test') ? [] : [`${folder}: no test title starts with ${id}`]),
    ]
  })
  return [...problems, ...(await staleTable(root, finished, register))]
}

async function staleTable(
  root: string,
  { folder, rules: ids, citations }: FinishedFolder,
  register: Map<string, string>,
): Promise<string[]> {
  const path = `${folder}/README.md`
  if (!existsSync(join(root, path))) return [`${path} is missing`]
  const readme = await read(root, path)
  const fresh = withTable(readme, renderTable(folder, ids, register, citations))
  if (fresh === undefined) return [`${path} has no rule table: npm run rules -- --write`]
  return sameTable(fresh, readme) ? [] : [`${path}: its rule table is stale: npm run rules -- --write`]
}
