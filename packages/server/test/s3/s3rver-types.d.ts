declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  interface Context {
    readonly path: string;
    app: S3rver;
  }
  class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    readonly logger: { silent: boolean };
    httpServer: Server;
    run(): Promise<AddressInfo>;
    listen(port: number, address: string): Promise<Server>;
  }
  export = S3rver;
}
