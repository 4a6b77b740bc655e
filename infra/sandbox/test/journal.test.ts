import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openJournal, openTable } from '../src/journal.ts'
import { folder } from './rig.ts'

const schema = z.object({ id: z.string(), value: z.number() })

const open = (dataDir: string) => openTable(openJournal(dataDir), 'thing', schema)

test('rows come back as last written and removed rows stay away', () => {
  const dataDir = folder()
  const before = open(dataDir)
  for (const row of [
    { id: 'a', value: 1 },
    { id: 'b', value: 2 },
    { id: 'a', value: 3 },
  ])
    before.put(row)
  before.remove('b')
  expect(open(dataDir).all()).toEqual([{ id: 'a', value: 3 }])
  expect(readFileSync(join(dataDir, 'sandbox.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1)
})

test('nobody but the owner reads what is kept: there are keys among it', () => {
  const dataDir = folder()
  open(dataDir).put({ id: 'a', value: 1 })
  expect(statSync(join(dataDir, 'sandbox.jsonl')).mode & 0o777).toBe(0o600)
})

test('a line torn by a killed process is dropped', () => {
  const dataDir = folder()
  open(dataDir).put({ id: 'a', value: 1 })
  appendFileSync(join(dataDir, 'sandbox.jsonl'), '{"table":"thing","id":"b","ro')
  expect(open(dataDir).all()).toEqual([{ id: 'a', value: 1 }])
})

test('a broken line in the middle is an error that names it', () => {
  const dataDir = folder()
  writeFileSync(
    join(dataDir, 'sandbox.jsonl'),
    'nonsense\n{"table":"thing","id":"a","row":{"id":"a","value":1}}\n',
  )
  expect(() => open(dataDir)).toThrow(/line 1 is not readable/)
})
