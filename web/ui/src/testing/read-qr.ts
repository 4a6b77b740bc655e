import decodeQR from 'qr/decode.js'

/** Of a module of a QR code, in points of its picture. */
const SIZE = 4

/** What a camera reads where `QrCode` was drawn. */
export function readQr(svg: string): string {
  const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * SIZE
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dot = 0; dot < SIZE * SIZE; dot++) {
      const row = Number(y) * SIZE + Math.floor(dot / SIZE)
      const at = (row * width + Number(x) * SIZE + (dot % SIZE)) * 4
      data.fill(0, at, at + 3)
    }
  return decodeQR({ width, height: width, data })
}
