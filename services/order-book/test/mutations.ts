import { orderHash } from '@talad/contracts/seaport'
import type { PutOrderBody } from '@talad/proto/http/order-book/orders'
import { orderParameters } from '@talad/proto/http/order-book/seaport'

type Path = (string | number)[]

export function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}

export function at(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), root)
}

/** A neighbour of a value that means something else: another digit, one more or less, the opposite, nothing. */
export function mutate(value: unknown, random: () => number): unknown {
  if (value === null) return 'join-x'
  if (random() < 0.08) return null
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return random() < 0.5 ? value + 1 : value + 0.001
  if (typeof value !== 'string') return 'x'
  if (/^[0-9]+$/.test(value)) {
    const options = [BigInt(value) + 1n, BigInt(value) * 10n + 1n, 2n ** 256n, 2n ** 255n + BigInt(value)]
    return random() < 0.1 ? `-${value}` : String(options[Math.floor(random() * options.length)])
  }
  if (/^0x[0-9a-f]+$/.test(value)) {
    const place = 2 + Math.floor(random() * (value.length - 2))
    const digit = ((Number.parseInt(value.charAt(place), 16) + 1 + Math.floor(random() * 15)) % 16).toString(
      16,
    )
    return random() < 0.1 ? value.slice(0, -1) : value.slice(0, place) + digit + value.slice(place + 1)
  }
  return random() < 0.5 ? `${value}1` : value.slice(0, -1)
}

export function replaced<T>(body: T, path: Path, value: unknown): T {
  const copy = structuredClone(body)
  Reflect.set(Object(at(copy, path.slice(0, -1))), path.at(-1) ?? '', value)
  return copy
}

/** The body with its parameters' own hash, as somebody would send it who knows what is checked. */
export function rehashed(body: PutOrderBody): PutOrderBody {
  const parsed = orderParameters.safeParse(body.order.order.parameters)
  if (!parsed.success) return body
  try {
    const hash = orderHash(parsed.data, parsed.data.counter)
    return { ...body, order: { ...body.order, hash } }
  } catch {
    return body
  }
}
