/** The lines of `frota doctor` about Node, memory, disks and folders, on machines that are not this one. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  checkDisk,
  checkFolders,
  checkMemory,
  checkNode,
  thisMachine,
} from '../../src/app/doctor/check-machine.ts'
import { folderForTest } from '../support/for-file.ts'

const MB = 1024 * 1024
const machine = { ...thisMachine(), nodeVersion: '24.1.0', memoryBytes: 512 * MB }

test('another Node than the packaged one is told', () => {
  expect(checkNode(machine).level).toBe('ok')
  expect(checkNode({ ...machine, nodeVersion: '26.0.0' })).toMatchObject({
    level: 'attention',
    said: { en: expect.stringContaining('libatomic1') as string },
  })
})

test('gigabytes have a comma in Portuguese and a point in English', () => {
  const { said } = checkMemory(
    { ...machine, memoryBytes: 23.5 * 1024 * MB },
    { DATABASE_URL: undefined },
  )
  expect(said).toEqual({ pt: '23,5 GB', en: '23.5 GB' })
})

test('too little memory is told, less of it with servers', () => {
  const levelOf = (megabytes: number, DATABASE_URL?: string) =>
    checkMemory({ ...machine, memoryBytes: megabytes * MB }, { DATABASE_URL }).level
  expect([levelOf(512), levelOf(400), levelOf(400, 'there')]).toEqual(['ok', 'attention', 'ok'])
})

test('a disk that fills up is told, and one that is full is wrong', async () => {
  const folders = { FROTA_DATA_DIR: './data', FROTA_REPORTS_DIR: './reports' }
  const free = async (megabytes: number) =>
    (await checkDisk({ ...machine, freeBytes: async () => megabytes * MB }, folders)).level
  expect([await free(2048), await free(500), await free(50)]).toEqual(['ok', 'attention', 'wrong'])
})

test('a folder that this user may not write is wrong, and its parent where it is still to be made', async () => {
  const asked: string[] = []
  const canUse = async (folder: string) => asked.push(folder) === 1
  const folders = {
    FROTA_DATA_DIR: tmpdir(),
    FROTA_REPORTS_DIR: join(tmpdir(), 'frota-is-not-there/reports'),
    FROTA_INBOX_DIR: undefined,
  }
  expect(await checkFolders({ canUse }, folders)).toMatchObject({
    level: 'wrong',
    said: { en: expect.stringMatching(/cannot be written by this user.*chown/) as string },
  })
  expect(asked).toEqual([tmpdir(), tmpdir()])
})

test('a watched folder that is missing, which no command makes, is told, and no night fails by it', async () => {
  const FROTA_INBOX_DIR = join(tmpdir(), 'frota-is-not-there')
  const folders = { FROTA_DATA_DIR: FROTA_INBOX_DIR, FROTA_REPORTS_DIR: tmpdir(), FROTA_INBOX_DIR }
  expect(await checkFolders(thisMachine(), folders)).toMatchObject({
    level: 'attention',
    said: {
      en: `FROTA_INBOX_DIR: ${FROTA_INBOX_DIR} is not there: make the folder, or fix the path`,
    },
  })
})

test('a journal that this user may not write is wrong, since the next order would fail', async () => {
  const dataDir = folderForTest('machine')
  const folders = {
    FROTA_DATA_DIR: dataDir,
    FROTA_REPORTS_DIR: dataDir,
    FROTA_INBOX_DIR: undefined,
  }
  const levelOf = async () => (await checkFolders(thisMachine(), folders)).level
  await writeFile(join(dataDir, 'intents.jsonl'), '')
  expect(await levelOf()).toBe('ok')
  // Root may write any file, but no folder as if it were one.
  await rename(join(dataDir, 'intents.jsonl'), join(dataDir, 'before'))
  await mkdir(join(dataDir, 'intents.jsonl'))
  expect(await levelOf()).toBe('wrong')
})
