/** Addresses of ours. */
export const BLOCKED = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.5.4',
  '192.168.1.9',
  '169.254.169.254',
  '100.64.7.7',
  '0.0.0.0',
] as const

/** All the ways to write an address of ours that a parser, a resolver or a person may take for another one. */
export function disguises(address: string, port: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
  const word = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const hex = (n: number) => `0x${n.toString(16)}`
  const octal = (n: number) => `0${n.toString(8)}`
  const pair = (high: number, low: number) => ((high << 8) | low).toString(16)
  const halves = `${pair(a, b)}:${pair(c, d)}`
  const wide = address.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  const hosts = [
    ...[
      address,
      `${address}.`,
      String(word),
      hex(word),
      hex(word).toUpperCase().replace('0X', '0x'),
      octal(word),
    ],
    ...[
      [a, b, c, d].map(hex).join('.'),
      [a, b, c, d].map(octal).join('.'),
      `${hex(a)}.${b}.${octal(c)}.${d}`,
    ],
    ...[
      `${a}.${(b << 16) | (c << 8) | d}`,
      `${a}.${b}.${(c << 8) | d}`,
      `${octal(a)}.${hex((b << 16) | (c << 8) | d)}`,
    ],
    ...[wide, address.replaceAll('.', '。'), address.replaceAll('.', '．'), address.replaceAll('.', '%2e')],
    ...[
      `[::ffff:${address}]`,
      `[::ffff:${halves}]`,
      `[::${address}]`,
      `[64:ff9b::${halves}]`,
      `[2002:${halves}::1]`,
    ],
    ...[`93.184.216.34@${address}`, `93.184.216.34%40@${address}`, `a:b@${address}`],
  ]
  return hosts.flatMap((host) => [`http://${host}:${port}/ok`, `https://${host}/ok`])
}
