import type { Db } from '../src/db.ts'

/** A process that dies before or after a statement, and from then on reaches neither the database nor the node. */
export function mortal(db: Db, dies: () => boolean) {
  const life = { isOver: false }
  async function awaits<T>(work: () => Promise<T>): Promise<T> {
    const alive = () => {
      life.isOver ||= dies()
      if (life.isOver) throw new Error('the process is dead')
    }
    alive()
    const result = await work()
    alive()
    return result
  }
  const through = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value = Reflect.get(of, name)
        if (typeof value !== 'function') return value
        if (name === 'query') return (...given: unknown[]) => awaits(() => value.apply(of, given))
        if (name === 'connect') return async () => through(await value.call(of))
        return value.bind(of)
      },
    })
  return { life, db: through(db) }
}
