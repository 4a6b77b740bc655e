import { readCodes, sortOut } from '@talad/proto/http/campaign/code-file'
import { expect, test } from 'vitest'
import { importFile } from './import-file.ts'
import { lineFault } from './line-fault.ts'

/** A pool as the server keeps it, and how many lines each call had. */
function openPool() {
  const pool = new Set(['CODE7'])
  const calls: number[] = []
  const send = async (file: File) => {
    const lines = readCodes(new Uint8Array(await file.arrayBuffer()))
    calls.push(lines.length)
    const { added, ...others } = sortOut(lines, pool)
    for (const { code } of added) pool.add(code)
    return { added: added.length, ...others }
  }
  return { pool, calls, send }
}

test('AW-10 a file of more lines than a call takes comes in part by part, and what came of it adds up to its lines', async () => {
  const { pool, calls, send } = openPool()
  const codes = Array.from({ length: 25_000 }, (_, at) => `CODE${at},"bowl, ""${at}"""`)
  const text = ['code,x', ...codes.slice(0, 12_000), 'no', ...codes.slice(12_000), 'CODE1'].join('\n')
  const told: number[] = []
  const came = await importFile(new File([text], 'a.csv'), send, (sent) => told.push(sent))
  expect(came).toEqual({
    added: 24_999,
    duplicateInFile: 1,
    duplicateInPool: 1,
    invalid: [{ line: 12_002, error: expect.any(String) }],
  })
  expect([calls, told, pool.size]).toEqual([[10_000, 10_000, 5_000], [0, 10_000, 20_000], 25_000])
})

test('AW-10 a file that one call takes is judged by the server as it is', async () => {
  const { calls, send } = openPool()
  const came = await importFile(new File(['CODE7\nno\nCODE8'], 'a.csv'), send, () => {})
  expect(came).toMatchObject({ added: 1, duplicateInPool: 1, invalid: [{ line: 2 }] })
  expect(calls).toEqual([3])
})

test('AW-10 each thing that the reader finds wrong with a line has words of this app', () => {
  const text = `no\nAAAA,b,c\nBBBB,${'x'.repeat(5_001)}\nCCCC,"open`
  const faults = readCodes(new TextEncoder().encode(text)).flatMap((one) => ('error' in one ? one.error : []))
  const keys = ['fault.code', 'pool.faultCells', 'pool.faultLong', 'pool.faultQuote']
  expect(faults.map((fault) => lineFault(fault).key)).toEqual(keys)
  expect(lineFault('has a later fault')).toEqual({
    key: 'pool.faultOther',
    values: { said: 'has a later fault' },
  })
})
