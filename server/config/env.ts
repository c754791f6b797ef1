import { z } from 'zod/mini';
import type { BaseUrls } from '#server/marketplace/request.ts';
import type { SandboxBaseUrls } from '#server/marketplace/sandbox.ts';
import { StartError } from '#server/errors/start-error.ts';
import { readMarketplaceAddresses } from './marketplace-addresses.ts';

/** The configuration, checked. */
export interface Env {
  port: number;
  host: string;
  dataDir: string;
  /** A PostgreSQL server; absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** An empty database is filled with the demonstration account, whose marketplace is the simulator. */
  isDemo: boolean;
  /** Nobody asked for the demonstration, and others could reach it, whose password everybody knows: there is none. */
  isDemoHeldBack: boolean;
  /** 32 bytes: tokens of shops and sessions hang on it. */
  secretKey: Buffer;
  /** Of the time before the key was changed: what it has sealed is sealed anew at the start. */
  previousSecretKey: Buffer | undefined;
  /** What to believe about the client's address: nothing, a number of proxies, or their addresses. */
  trustProxy: false | number | string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** The marketplace's hosts for every account but demonstration ones, whose marketplace is the simulator. */
  wbBaseUrls: BaseUrls;
  /** The hosts of the marketplace's sandbox; absent: its tokens are refused. */
  wbSandboxBaseUrls?: SandboxBaseUrls | undefined;
  simulatorSpeed: number;
  /** 0: any free one. */
  simulatorPort: number;
  /** Where the marketplace can fetch photos that are kept here; absent: only photos with addresses of their own. */
  publicUrl?: string | undefined;
  /** First pause before asking whether a sent card has appeared; the following ones are its multiples. */
  shipmentPollBaseMs?: number | undefined;
  llmBaseUrl: string | undefined;
  llmApiKey: string | undefined;
  /** Asked of the text model's address. */
  llmModel: string;
  /** Multiplies the limits of calls per minute; for measurements. */
  rateLimitScale: number;
}

const DATABASE_POOL_SIZE = 10;
/** Names under which nobody but this computer finds the server. */
const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\])$/i;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (minimum: number, maximum: number, fallback: number) => {
  const message = `нужно целое число от ${minimum} до ${maximum}`;
  return z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/, message)),
      z.pipe(z.transform(Number), z.number().check(z.minimum(minimum, message), z.maximum(maximum, message))),
    ),
    fallback,
  );
};
const positiveNumber = (fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}(\.\d{1,3})?$/, 'нужно число больше нуля')),
      z.pipe(z.transform(Number), z.number().check(z.positive('нужно число больше нуля'))),
    ),
    fallback,
  );
const webAddress = z.optional(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
          'нужен адрес вида https://…',
        ),
      ),
    z.transform((text) => text.replace(/\/+$/, '')),
  ),
);
const flag = z.optional(
  z.pipe(
    z.enum(['0', '1'], 'нужно 0 или 1'),
    z.transform((text) => text === '1'),
  ),
);
const secretKey = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'нужны 64 шестнадцатеричных знака (openssl rand -hex 32)')),
    z.transform((text) => Buffer.from(text, 'hex')),
  ),
);
const trustedProxies = z.optional(
  z.pipe(
    // «true» would believe any address that a client writes itself.
    z
      .string()
      .check(
        z.regex(/^(?:[1-9]|[\d.:a-fA-F/, ]{2,})$/, 'нужно число прокси (1–9) или их адреса через запятую'),
      ),
    z.transform((text) => (/^\d$/.test(text) ? Number(text) : text)),
  ),
);

const envSchema = z.object({
  PORT: wholeNumber(0, 65_535, 8080),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'нужен адрес вида postgres://имя:пароль@сервер/база')),
  ),
  DATABASE_POOL_SIZE: wholeNumber(1, 200, DATABASE_POOL_SIZE),
  DEMO: flag,
  SECRET_KEY: secretKey,
  SECRET_KEY_PREVIOUS: secretKey,
  TRUST_PROXY: trustedProxies,
  LOG_LEVEL: z._default(z.enum(logLevels, `нужно одно из: ${logLevels.join(', ')}`), 'warn'),
  WB_BASE_URL_CONTENT: webAddress,
  WB_BASE_URL_PRICES: webAddress,
  WB_BASE_URL_MARKETPLACE: webAddress,
  WB_BASE_URL_STATISTICS: webAddress,
  WB_BASE_URL_ANALYTICS: webAddress,
  WB_BASE_URL_FINANCE: webAddress,
  WB_BASE_URL_CALENDAR: webAddress,
  WB_BASE_URL_COMMON: webAddress,
  WB_SANDBOX: flag,
  WB_SANDBOX_BASE_URL_CONTENT: webAddress,
  WB_SANDBOX_BASE_URL_PRICES: webAddress,
  WB_SANDBOX_BASE_URL_MARKETPLACE: webAddress,
  WB_SANDBOX_BASE_URL_STATISTICS: webAddress,
  SIMULATOR_SPEED: positiveNumber(1),
  SIMULATOR_PORT: wholeNumber(0, 65_535, 0),
  PUBLIC_URL: webAddress,
  SHIPMENT_POLL_BASE_MS: z.optional(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{1,5}$/, 'нужно число миллисекунд от 10')), z.transform(Number)),
  ),
  LLM_BASE_URL: webAddress,
  LLM_API_KEY: z.optional(z.string()),
  LLM_MODEL: z._default(z.string(), 'gpt-4o-mini'),
  RATE_LIMIT_SCALE: positiveNumber(1),
});

/** The configuration as it was written down: the key may have to be made first. */
export type WrittenEnv = Omit<Env, 'secretKey'> & { secretKey: Buffer | undefined };

/** Reads the environment variables; an empty one counts as not set. Throws {@link StartError} naming the wrong one. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): WrittenEnv {
  const set = Object.fromEntries(
    Object.keys(envSchema.shape).flatMap((name) => {
      const text = variables[name]?.trim();
      return text ? [[name, text]] : [];
    }),
  );
  const result = envSchema.safeParse(set);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new StartError(`Неверное значение ${String(issue?.path[0])}: ${issue?.message}.`);
  }
  const values = result.data;
  const isOwnComputer = LOOPBACK.test(values.HOST);
  const addresses = readMarketplaceAddresses(values);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    isDemo: values.DEMO ?? isOwnComputer,
    isDemoHeldBack: values.DEMO === undefined && !isOwnComputer,
    secretKey: values.SECRET_KEY,
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    trustProxy: values.TRUST_PROXY ?? false,
    logLevel: values.LOG_LEVEL,
    wbBaseUrls: addresses.real,
    wbSandboxBaseUrls: values.WB_SANDBOX ? addresses.sandbox : undefined,
    simulatorSpeed: values.SIMULATOR_SPEED,
    simulatorPort: values.SIMULATOR_PORT,
    publicUrl: values.PUBLIC_URL,
    shipmentPollBaseMs: values.SHIPMENT_POLL_BASE_MS,
    llmBaseUrl: values.LLM_BASE_URL,
    llmApiKey: values.LLM_API_KEY,
    llmModel: values.LLM_MODEL,
    rateLimitScale: values.RATE_LIMIT_SCALE,
  };
}
