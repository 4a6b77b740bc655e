import encodeQR from 'qr'
import { beforeEach, expect, test, vi } from 'vitest'
import { enCampaign } from '../../i18n/en-campaign.ts'
import { thCampaign } from '../../i18n/th-campaign.ts'
import { faultOf, openDetector } from './camera.ts'
import { codeFrom } from './code.ts'

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('DOMRectReadOnly', class {})
})

/** What a camera sees of a QR code that is held before it: not quite dark on not quite white, off the middle. */
function picture(text: string): ImageData {
  const [width, height] = [320, 240]
  const data = new Uint8ClampedArray(width * height * 4).fill(210)
  for (const [y, row] of encodeQR(text, 'raw', { scale: 4 }).entries())
    for (const [x, isDark] of row.entries()) {
      const at = ((y + 30) * width + x + 90) * 4
      if (isDark) data.fill(40, at, at + 3)
    }
  return {
    width,
    height,
    data,
    colorSpace: 'srgb',
    [Symbol.toStringTag]: 'ImageData',
  } as unknown as ImageData
}

test('CA-75 a code is read out of a picture of it, alone or in a link, in a browser without a reader', async () => {
  const detector = await openDetector()
  const seen = async (text: string) =>
    (await detector.detect(picture(text))).map(({ rawValue }) => codeFrom(rawValue))
  expect(await seen('0012LEAF')).toEqual(['0012LEAF'])
  expect(await seen('https://talad.example/projects/fair/campaigns/leaflet#code=NOODLE%2D26')).toEqual([
    'NOODLE-26',
  ])
  expect(await seen('https://elsewhere.example/')).toEqual([undefined])
  const nothing = picture('0012LEAF')
  nothing.data.fill(210)
  expect(await detector.detect(nothing)).toEqual([])
})

test("the browser's own reader is taken where it knows QR codes", async () => {
  const getSupportedFormats = vi.fn(async () => ['qr_code'])
  const Own = Object.assign(class {}, { getSupportedFormats })
  vi.stubGlobal('window', { BarcodeDetector: Own })
  expect(await openDetector()).toBeInstanceOf(Own)
  getSupportedFormats.mockResolvedValue(['ean_13'])
  expect(await openDetector()).not.toBeInstanceOf(Own)
})

test('who has no camera, or does not let it be used, is told so and to type the code', () => {
  expect(faultOf(new DOMException('no', 'NotAllowedError'))).toBe('scan.denied')
  expect(faultOf(new DOMException('none', 'NotFoundError'))).toBe('scan.noCamera')
  for (const key of ['scan.denied', 'scan.noCamera'] as const) {
    expect(enCampaign[key]).toContain('type the code')
    expect(thCampaign[key]).toContain('พิมพ์โค้ด')
  }
})
