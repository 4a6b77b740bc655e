import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejection } from '../rejection.ts'

/** No call has more fields; each part costs whoever reads it. */
const MOST_PARTS = 20

function refuse(reason: string): never {
  throw new Rejection('VALIDATION', { field: 'body', details: { reason } })
}

/** How many parts a body may have, at most one more than is taken. */
function partsIn(body: Buffer, boundary: string): number {
  let parts = 0
  for (let at = body.indexOf(boundary); at !== -1 && parts <= MOST_PARTS + 1; parts++)
    at = body.indexOf(boundary, at + boundary.length)
  return parts - 1 // the last one ends the body
}

async function read(body: Buffer, type: string): Promise<Record<string, string | File>> {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) refuse('must be a form of several parts')
  if (partsIn(body, `--${boundary}`) > MOST_PARTS) refuse(`must have at most ${MOST_PARTS} parts`)
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => refuse('must be a form of several parts'))
  const entries = [...form.entries()]
  if (new Set(entries.map(([name]) => name)).size < entries.length) refuse('must not name a field twice')
  return Object.fromEntries(entries)
}

/** What of a form tells it from another one, for who sends it again under the same key (GW-10). */
async function digestOf(form: Readonly<Record<string, string | File>>) {
  const fields = Object.entries(form).map(async ([name, value]) => {
    const told = typeof value === 'string' ? value : hash('sha256', new Uint8Array(await value.arrayBuffer()))
    return [name, told] as const
  })
  return Object.fromEntries(await Promise.all(fields))
}

/**
 * Reads multipart/form-data for the routes whose contract says `form`: a body of texts and files, each field once.
 * Whatever is no such form is refused with VALIDATION, and of other routes as a type that they don't take.
 */
export function readForms(fastify: FastifyInstance): void {
  const parse = async (request: FastifyRequest, body: Buffer) => {
    if (!request.routeOptions.config.form) throw new Rejection('UNSUPPORTED_MEDIA_TYPE')
    const form = await read(body, request.headers['content-type'] ?? '')
    request.formDigest = await digestOf(form)
    return form
  }
  fastify.addContentTypeParser<Buffer>('multipart/form-data', { parseAs: 'buffer' }, parse)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** of a form: its texts, and the SHA-256 of its files */
    formDigest?: Readonly<Record<string, string>> | undefined
  }
  interface FastifyContextConfig {
    form?: boolean
  }
}
