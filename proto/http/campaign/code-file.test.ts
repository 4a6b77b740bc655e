import { expect, test } from 'vitest'
import { codeFile, readCodes, sortOut } from './code-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, mark = true) =>
  new Uint8Array(Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le'))
const swapped = (text: string, mark = true) => new Uint8Array(Buffer.from(utf16(text, mark)).swap16())
/** Thai letters lie in TIS-620 as they do in Unicode. */
const tis620 = (text: string) =>
  new Uint8Array(
    [...text].map((one) => (one > '\x7f' ? one.charCodeAt(0) - 0xe00 + 0xa0 : one.charCodeAt(0))),
  )
const read = (text: string) => readCodes(utf8(text))
const codes = (text: string) =>
  read(text).map((one) => ('code' in one ? one.code : `${one.line}: ${one.error}`))

test('CA-75 codes are trimmed and in upper case, 4 to 64 printable ASCII characters', () => {
  const bad = 'has no code of 4 to 64 printable ASCII characters'
  expect(codes(` fair-01 \nABCD\nABC\nโค้ดลับ\n\nX\u0000YZ\n${'z'.repeat(64)}\n${'z'.repeat(65)}`)).toEqual([
    'FAIR-01',
    'ABCD',
    `3: ${bad}`,
    `4: ${bad}`,
    `5: ${bad}`,
    `6: ${bad}`,
    'Z'.repeat(64),
    `8: ${bad}`,
  ])
})

test('CA-76 a file is read the same in UTF-8, UTF-16 and TIS-620, with a mark in front or without', () => {
  const text = 'code,description\r\nABCD,ก๋วยเตี๋ยว\r\nEFGH,"ฟรี, 1 ชาม"\r\n'
  const wanted = [
    { line: 2, code: 'ABCD', description: 'ก๋วยเตี๋ยว' },
    { line: 3, code: 'EFGH', description: 'ฟรี, 1 ชาม' },
  ]
  for (const bytes of [
    utf8(text),
    utf8(`\ufeff${text}`),
    utf16(text),
    utf16(text, false),
    swapped(text),
    swapped(text, false),
    tis620(text),
  ])
    expect(readCodes(bytes)).toEqual(wanted)
})

test('CA-76 lines end as any system ends them, and go on within quotes', () => {
  for (const end of ['\n', '\r\n', '\r'])
    expect(read(['AAAA,one', `BBBB,"two${end}""lines"", so"`, 'CCCC', ''].join(end))).toEqual([
      { line: 1, code: 'AAAA', description: 'one' },
      { line: 2, code: 'BBBB', description: `two${end}"lines", so` },
      { line: 4, code: 'CCCC', description: '' },
    ])
  expect(codes('"AA,A"\n "BBBB" \n"CC""C"')).toEqual(['AA,A', 'BBBB', 'CC"C'])
  expect(codes('AAAA\nBBBB,"open\nCCCC\n')).toEqual(['AAAA', '2: has a quote that is not closed'])
  expect(codes('AAAA\n"BBBB""\nCCCC')).toEqual(['AAAA', '2: has a quote that is not closed'])
})

test('CA-76 columns are parted by commas, tabs or semicolons, and named in the first line or not', () => {
  const ab = [{ code: 'AAAA', description: 'one, two; 3' }, { code: 'BBBB' }]
  expect(read('AAAA\tone, two; 3\nBBBB')).toMatchObject(ab)
  expect(read('AAAA;"one, two; 3"\nBBBB;')).toMatchObject(ab)
  expect(read('"AAAA","one, two; 3"\nBBBB')).toMatchObject(ab)
  expect(read('Code\tsaid\nAAAA\tone, two; 3\nBBBB')).toMatchObject(ab)
  expect(read('code\nAA;A\nAAAA,one')).toMatchObject([{ code: 'AA;A' }, { description: 'one' }])
  expect(read('"A;AA",one\nBB;B,two')).toMatchObject([{ code: 'A;AA' }, { code: 'BB;B' }])
  expect(codes('CODE1\nAAAA')).toEqual(['CODE1', 'AAAA'])
  expect(codes('AAAA,one,,\nBBBB,two,3')).toEqual(['AAAA', '2: has more than a code and a description'])
})

test('CA-76 zeros in front stay, also in the form that spreadsheets need for it', () => {
  expect(codes('0012\n="0034"\n"=""0056"""\n==78')).toEqual(['0012', '0034', '0056', '==78'])
})

test('CA-76 a description has at most 5,000 characters of well-formed text', () => {
  expect(codes(`AAAA,${'x'.repeat(5_000)}\nBBBB,${'x'.repeat(5_001)}`)).toEqual([
    'AAAA',
    '2: has a description of more than 5000 characters',
  ])
  expect(readCodes(utf16('AAAA, half \ud800 nul \0 '))).toEqual([
    { line: 1, code: 'AAAA', description: 'half \ufffd nul \ufffd' },
  ])
})

test('CA-76 what came of a file adds up to its lines', () => {
  const lines = read('AAAA\naaaa\nBBBB,known\nBBBB\nno\n\nCCCC,new\n\n  \n')
  expect(lines).toHaveLength(7)
  const sorted = sortOut(lines, new Set(['BBBB']))
  expect(sorted).toEqual({
    added: [
      { code: 'AAAA', description: '' },
      { code: 'CCCC', description: 'new' },
    ],
    duplicateInFile: 2,
    duplicateInPool: 1,
    invalid: [
      { line: 5, error: 'has no code of 4 to 64 printable ASCII characters' },
      { line: 6, error: 'has no code of 4 to 64 printable ASCII characters' },
    ],
  })
  for (const text of ['', '\n\n', 'code\n']) expect(read(text)).toEqual([])
})

test('CA-76 a large file, and one that is a single open quote, are read in little time', () => {
  const started = performance.now()
  expect(read([...Array(20_000).keys()].map((at) => `CODE${at},"said ""so"""`).join('\n'))).toHaveLength(
    20_000,
  )
  expect(read(`"${'x""\n'.repeat(200_000)}`)).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('AW-10 codes that are sent on as a file are read as they were', () => {
  const codes = [
    { code: '0012', description: '' },
    { code: '="A"', description: 'of "two"\r\nlines, =1+1' },
    { code: '"";"', description: 'ก๋วยเตี๋ยว' },
  ]
  expect(read(codeFile(codes))).toMatchObject(codes)
})
