/** What finds QR codes in a picture. */
export type Detector = { detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader, or one that is fetched: Safari has none, and some have one that knows no QR codes. */
export async function openDetector(): Promise<Detector> {
  const own = Reflect.get(window, 'BarcodeDetector') as DetectorClass | undefined
  const reads = (await own?.getSupportedFormats())?.includes('qr_code')
  const Reader = own && reads ? own : (await import('qr/decode.js')).BarcodeDetector
  return new Reader({ formats: ['qr_code'] })
}

/** What to tell somebody whose camera can't be looked through. */
export const faultOf = (error: unknown): 'scan.denied' | 'scan.noCamera' =>
  error instanceof DOMException && error.name === 'NotAllowedError' ? 'scan.denied' : 'scan.noCamera'
