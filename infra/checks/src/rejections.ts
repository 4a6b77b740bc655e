import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const row = z.looseObject({
  status: z.int(),
  rule: z.string().optional(),
  en: z.string().optional(),
  th: z.string().optional(),
})
const table = z.record(z.string(), row)
export type RejectionRows = z.output<typeof table>

const endpoint = z.object({
  service: z.string(),
  method: z.string(),
  path: z.string(),
  errors: z.array(z.string()).readonly().default([]),
})

/** Where the rows of a service lie, and those of the kit. */
export const tableOf = (service: string) => `proto/http/${service}/rejections.ts`
export const COMMON = 'proto/http/rejections.ts'

/** A rejection code that a call of a service says it can be answered with, in upper case. */
export type DeclaredCode = { service: string; code: string; call: string }

/** The rows that any service answers with, `{}` where there are none. */
export async function commonRows(root: string): Promise<RejectionRows> {
  return rowsOf(join(root, COMMON), 'commonRejections')
}

/** From each service that has rows to them, without those that it only passes on from the kit. */
export async function rowsByService(
  root: string,
  common: RejectionRows,
): Promise<Map<string, RejectionRows>> {
  const services = existsSync(join(root, 'services')) ? await readdir(join(root, 'services')) : []
  const found = new Map<string, RejectionRows>()
  for (const service of services.toSorted()) {
    const rows = await rowsOf(join(root, tableOf(service)), 'rejections')
    const own = Object.entries(rows).filter(([code, one]) => !isSame(one, common[code]))
    if (own.length > 0) found.set(service, Object.fromEntries(own))
  }
  return found
}

/** Every code that the HTTP contracts declare. */
export async function declaredCodes(root: string): Promise<DeclaredCode[]> {
  const folder = join(root, 'proto/http')
  const files = existsSync(folder)
    ? (await readdir(folder, { recursive: true })).filter((name) => /^[^.]+\.ts$/.test(name))
    : []
  const found = new Map<string, DeclaredCode>()
  for (const name of files.toSorted()) {
    for (const { service, method, path, errors } of endpointsIn(await load(join(folder, name)))) {
      const call = `${method} ${path}`
      for (const code of errors) {
        found.set(`${service} ${call} ${code}`, { service, code: code.toUpperCase(), call })
      }
    }
  }
  return [...found.values()]
}

/** The endpoints among the exports of a module, also those kept together in an object. */
function endpointsIn(exports: Record<string, unknown>): z.output<typeof endpoint>[] {
  return Object.values(exports).flatMap((value) => {
    const one = endpoint.safeParse(value)
    if (one.success) return [one.data]
    const several = z.record(z.string(), endpoint).safeParse(value)
    return several.success ? Object.values(several.data) : []
  })
}

async function rowsOf(path: string, name: string): Promise<RejectionRows> {
  return existsSync(path) ? table.parse((await load(path))[name]) : {}
}

const moduleExports = z.record(z.string(), z.unknown())

async function load(path: string): Promise<Record<string, unknown>> {
  return moduleExports.parse({ ...(await import(pathToFileURL(path).href)) })
}

function isSame(one: object, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
