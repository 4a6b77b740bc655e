export type Heads = {
  /** whether there is a line to the node at present */
  isOpen(): boolean
  close(): void
}

/**
 * Listens for new blocks over a node's WebSocket. Only a hint that saves waiting for the next poll: it may break, come
 * twice or not at all. Reconnects until it is closed.
 */
export function listenHeads(url: string, onHead: () => void): Heads {
  let closed = false
  let socket: WebSocket | undefined
  let retry: NodeJS.Timeout | undefined

  function connect(): void {
    socket = new WebSocket(url)
    socket.addEventListener('open', () => {
      socket?.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
    })
    socket.addEventListener('message', onHead)
    socket.addEventListener('error', () => undefined) // a close event follows
    socket.addEventListener('close', () => {
      if (!closed) retry = setTimeout(connect, 1_000)
    })
  }
  connect()
  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    close() {
      closed = true
      clearTimeout(retry)
      socket?.close()
    },
  }
}
