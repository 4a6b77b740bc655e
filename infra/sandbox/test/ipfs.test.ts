import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ipfsFolder } from '../src/ipfs-folder.ts'
import { folder, start } from './rig.ts'

test('the gateway serves content by its path and nothing else', async () => {
  const content = (path: string) =>
    path === 'cid/1.svg' ? { body: '<svg/>', contentType: 'image/svg+xml' } : undefined
  const sandbox = await start({ ipfs: content })
  const found = await fetch(`${sandbox.url}/ipfs/cid/1.svg`)
  expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([
    200,
    'image/svg+xml',
    '<svg/>',
  ])
  expect(found.headers.get('cache-control')).toContain('immutable')
  expect((await fetch(`${sandbox.url}/ipfs/cid/2.svg`)).status).toBe(404)
})

test('a folder serves its files and nothing above it', async () => {
  const root = folder()
  mkdirSync(join(root, 'public', 'cid'), { recursive: true })
  writeFileSync(join(root, 'secret'), 'x')
  writeFileSync(join(root, 'public', 'cid', '1'), '{"name":"หนึ่ง"}')
  const sandbox = await start({ ipfs: ipfsFolder(join(root, 'public')) })
  const found = await fetch(`${sandbox.url}/ipfs/cid/1`)
  expect([found.headers.get('content-type'), await found.json()]).toEqual([
    'application/json',
    { name: 'หนึ่ง' },
  ])
  expect((await fetch(`${sandbox.url}/ipfs/cid/..%2f..%2fsecret`)).status).toBe(404)
  expect((await fetch(`${sandbox.url}/ipfs/cid`)).status).toBe(404)
})
