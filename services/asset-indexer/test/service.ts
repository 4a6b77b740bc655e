import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@talad/proto/http/client'
import type { Bus } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { loadConfig } from '@talad/shared/config'
import { type Db, openDb } from '@talad/shared/db'
import type { RunningService } from '@talad/shared/platform'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { assetIndexerConfig } from '../src/config.ts'
import { service as program } from '../src/service.ts'
import type { TestChain } from './chain.ts'
import { migrations } from './indexer.ts'

/** An IPFS gateway that serves what a test puts into it. */
export type Gateway = {
  url: string
  files: Map<string, { type: string; body: string | Buffer }>
  stop(): Promise<void>
}

export async function startGateway(): Promise<Gateway> {
  const files: Gateway['files'] = new Map()
  const server = createServer((request, response) => {
    const file = files.get(decodeURIComponent((request.url ?? '').replace(/^\/ipfs\//, '')))
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.type }).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/ipfs/`,
    files,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A way to the node that can be cut, and whose other end may refuse every question by a status of HTTP. */
export type Cable = { url: string; cut: boolean; refusal: number | undefined; stop(): Promise<void> }

export async function startCable(target: string): Promise<Cable> {
  const server = createServer(async (request, response) => {
    if (cable.cut) return request.socket.destroy()
    if (cable.refusal !== undefined) return response.writeHead(cable.refusal).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(target, { method: 'POST', headers, body: Buffer.concat(parts) })
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cable: Cable = {
    refusal: undefined,
    url: `http://127.0.0.1:${address.port}`,
    cut: false,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return cable
}

export type TestService = {
  service: RunningService
  db: Db
  bus: Bus
  call: ReturnType<typeof createClient>
  restart(rpcUrl?: string): Promise<void>
  stop(): Promise<void>
}

/** The whole service on databases of its own. */
export async function startTestService(
  server: string,
  chain: TestChain,
  gateway: Gateway,
): Promise<TestService> {
  const [own, busDb] = await Promise.all([
    createTestDatabase(server, migrations),
    createEmptyDatabase(server),
  ])
  const mediaDir = await mkdtemp(join(tmpdir(), 'talad-media-'))
  const db = openDb(own.url)
  const bus = await connectPostgresBus(busDb.url, { onError: () => undefined })
  const start = (rpcUrl: string) =>
    program.start(
      loadConfig('asset-indexer', assetIndexerConfig, {
        ...{ NODE_ENV: 'test', DATABASE_URL: own.url, BUS_DATABASE_URL: busDb.url, LOG_LEVEL: 'silent' },
        ...{ JWKS_URL: 'http://127.0.0.1:1/jwks', INTERNAL_TOKENS: 'x'.repeat(32), MEDIA_DIR: mediaDir },
        ...{ RPC_URL: rpcUrl, RPC_WS_URL: rpcUrl.replace('http', 'ws'), CHAIN_ID: '3501', POLL_MS: '200' },
        ...{ SEAPORT_ADDRESS: chain.deployment.seaport, FACTORY_ADDRESS: chain.deployment.collectionFactory },
        ...{ IPFS_GATEWAYS: gateway.url, CONFIRMATIONS: '3' },
      }),
    )
  const self: TestService = {
    service: await start(chain.anvil.rpcUrl),
    db,
    bus,
    call: createClient({ baseUrl: 'http://127.0.0.1' }),
    async restart(rpcUrl = chain.anvil.rpcUrl) {
      await self.service.close()
      self.service = await start(rpcUrl)
      self.call = createClient({ baseUrl: self.service.url })
    },
    async stop() {
      await self.service.close()
      await bus.close()
      await db.end()
      await Promise.all([own.drop(), busDb.drop()])
      await rm(mediaDir, { recursive: true, force: true })
    },
  }
  self.call = createClient({ baseUrl: self.service.url })
  return self
}
