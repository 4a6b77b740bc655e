import { createServer } from 'node:http'

/** The asset indexer, as far as it says who holds what. */
export async function playIndexer() {
  const state = {
    /** `<wallet> <asset>` of what is held */
    held: new Set<string>(),
    /** it doesn't know the asset, or can't be asked */
    status: 200,
    asked: 0,
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://indexer')
    const id = pathname.split('/').at(-2) ?? ''
    const wallet = searchParams.get('wl') ?? ''
    state.asked += 1
    const holder = { address: wallet, quantity: state.held.has(`${wallet} ${id}`) ? '1' : '0' }
    response.writeHead(state.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ list: [{ asset_id: id, holder }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    state,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
