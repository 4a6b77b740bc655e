/** What a producer of the client library is to us. */
type Producer<Batch> = {
  connect(): Promise<void>
  sendBatch(batch: Batch): Promise<unknown>
  disconnect(): Promise<void>
}

/** Sends to the cluster. */
export type Sender<Batch> = { send(batch: Batch): Promise<void>; close(): Promise<void> }

/**
 * A producer that is replaced when it fails: the library stays with a connection that doesn't answer, so that only a
 * new one finds the way again once the network has forgotten the old.
 * @param onError told of faults that nobody else hears of
 * @throws Error when no broker answers
 */
export async function createSender<Batch>(
  create: () => Producer<Batch>,
  onError: (error: unknown) => void,
): Promise<Sender<Batch>> {
  const open = async () => {
    const producer = create()
    try {
      await producer.connect()
      return producer
    } catch (error) {
      await producer.disconnect().catch(onError)
      throw error
    }
  }
  let current = open()
  await current

  return {
    async send(batch) {
      const mine = current
      try {
        await (await mine).sendBatch(batch)
      } catch (error) {
        if (current === mine) {
          current = open()
          current.catch(() => undefined) // whoever sends next is told
          void mine.then((producer) => producer.disconnect()).catch(() => undefined)
        }
        throw error
      }
    },
    async close() {
      await current.then((producer) => producer.disconnect()).catch(onError)
    },
  }
}
