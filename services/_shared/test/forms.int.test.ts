import { base, endpoint } from '@talad/proto/http/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Db } from '../src/db.ts'
import { noAuth, pay, rig } from './http-rig.ts'
import { openKit } from './kit.ts'

const upload = endpoint({
  name: 'upload',
  service: 'test',
  method: 'POST',
  path: `${base.user}/upload`,
  auth: { kind: 'visitor' },
  summary: 'takes a file',
  form: true,
  body: z.strictObject({ name: z.string().max(10), file: z.file().min(1).max(1_000) }),
  status: 201,
  response: z.object({ name: z.string(), size: z.int(), first: z.int() }),
  idempotent: true,
})

const LINE = `${'-'.repeat(28)}ab`
const TYPE = `multipart/form-data; boundary=${LINE}`
const part = (about: string, content = 'x') => `--${LINE}\r\n${about}\r\n\r\n${content}\r\n`
const text = (name: string, content: string) =>
  part(`content-disposition: form-data; name="${name}"`, content)
const file = (content = '\x01ab', name = 'file') =>
  part(`content-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png`, content)
const form = (...parts: string[]) => `${parts.join('')}--${LINE}--\r\n`
const good = form(text('name', 'ไทย'), file())

async function open(options: { db?: Db } = {}) {
  const { app, logs } = rig(noAuth, options)
  app.route(upload, async ({ body }) => {
    const [first = 0] = new Uint8Array(await body.file.arrayBuffer())
    return { name: body.name, size: body.file.size, first }
  })
  app.route(pay, async ({ body }) => ({ id: 'p', amount: body.amount, at: new Date().toISOString() }))
  const send = (payload: string | Buffer, type = TYPE, headers = {}, url = upload.path) =>
    app.fastify.inject({ method: 'POST', url, headers: { 'content-type': type, ...headers }, payload })
  return { send, logs }
}

test('CA-20 a form of texts and a file is read, also by a boundary in quotes', async () => {
  const { send } = await open()
  for (const type of [TYPE, `multipart/form-data; boundary="${LINE}"`]) {
    const reply = await send(good, type)
    expect([reply.statusCode, reply.json()]).toEqual([201, { name: 'ไทย', size: 3, first: 1 }])
  }
})

test.each([
  ['nothing', '', TYPE],
  ['no boundary', good, 'multipart/form-data'],
  ['another boundary', good, `multipart/form-data; boundary=${'='.repeat(30)}`],
  ['only its end', form(), TYPE],
  ['no file', form(text('name', 'a')), TYPE],
  ['a text in place of the file', form(text('name', 'a'), text('file', 'a')), TYPE],
  ['a file in place of the text', form(file('a', 'name'), file()), TYPE],
  ['an empty file', form(text('name', 'a'), file('')), TYPE],
  ['a file that is too large', form(text('name', 'a'), file('a'.repeat(1_001))), TYPE],
  ['two files by one name', form(text('name', 'a'), file(), file()), TYPE],
  ['a field that is none', form(text('name', 'a'), file(), file('a', '__proto__')), TYPE],
  ['21 parts', form(...Array.from({ length: 21 }, (_, n) => text(`a${n}`, 'a'))), TYPE],
  ['a part without a name', form(part('content-disposition: form-data')), TYPE],
  ['a part without headers', form(part('')), TYPE],
  ['a NUL', form(text('name', '\0'), file()), TYPE],
  ['no end', good.slice(0, -40), TYPE],
  ['JSON', '{"name":"a","file":{}}', TYPE],
  ['JSON that says so', '{"name":"a","file":{}}', 'application/json'],
])('CA-20 GW-9 a form with %s is refused', async (_, payload, type) => {
  const { send } = await open()
  const reply = await send(payload, type)
  expect([reply.statusCode, ['validation', 'required_parameter'].includes(reply.json().code)]).toEqual([
    400,
    true,
  ])
})

test('CA-20 a form is no body of a call that takes JSON', async () => {
  const { send } = await open()
  const reply = await send(good, TYPE, {}, '/api/user/v1/pay/bob')
  expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type'])
})

test('GW-10 the same form under a key is answered once more, whatever its boundary; another file is another request', async () => {
  const { send } = await open(await openKit())
  const key = { 'idempotency-key': 'k' }
  const [first, again] = [
    await send(good, TYPE, key),
    await send(good.replaceAll(LINE, '='.repeat(30)), `multipart/form-data; boundary=${'='.repeat(30)}`, key),
  ]
  expect([again.statusCode, again.body]).toEqual([201, first.body])
  const other = await send(form(text('name', 'ไทย'), file('\x01ac')), TYPE, key)
  expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_mismatch'])
})

test('GW-9 no form is a fault, however it is spoiled', async () => {
  const { send, logs } = await open()
  const bytes = Buffer.from(good)
  const spoiled = fc
    .tuple(fc.nat(bytes.length), fc.nat(40), fc.uint8Array({ maxLength: 40 }))
    .map(([at, less, more]) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + less)]))
  await fc.assert(
    fc.asyncProperty(spoiled, async (body) => {
      const { statusCode } = await send(body)
      expect([201, 400]).toContain(statusCode)
    }),
    { numRuns: 1_000 },
  )
  expect(logs.filter((line) => line.includes('request failed'))).toEqual([])
})
