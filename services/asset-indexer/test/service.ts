import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@talad/proto/http/client'
import { openUnderTest } from '@talad/shared/testing/under-test'
import { service as program } from '../src/service.ts'
import type { TestChain } from './chain.ts'

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

export type TestService = Awaited<ReturnType<typeof startIndexer>>

/** The whole service on databases of its own. */
export async function startIndexer(server: string, chain: TestChain, gateway: Gateway) {
  const around = await openUnderTest(program, server)
  const mediaDir = await mkdtemp(join(tmpdir(), 'talad-media-'))
  around.stopAtEnd(() => rm(mediaDir, { recursive: true, force: true }))
  const start = (rpcUrl: string) =>
    around.start(
      around.config({
        MEDIA_DIR: mediaDir,
        CHAIN_ID: '3501',
        POLL_MS: '200',
        CONFIRMATIONS: '3',
        COUNTS_KEPT_MS: '0',
        RPC_URL: rpcUrl,
        RPC_WS_URL: rpcUrl.replace('http', 'ws'),
        IPFS_GATEWAYS: gateway.url,
        SEAPORT_ADDRESS: chain.deployment.seaport,
        FACTORY_ADDRESS: chain.deployment.collectionFactory,
      }),
    )
  const service = await start(chain.anvil.rpcUrl)
  const self = {
    ...around,
    service,
    call: createClient({ baseUrl: service.url }),
    async restart(rpcUrl = chain.anvil.rpcUrl) {
      await self.service.close()
      self.service = await start(rpcUrl)
      self.call = createClient({ baseUrl: self.service.url })
    },
  }
  return self
}
