import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVStore;

/**
 * The embedded MongoDB-wire server of the local stack.
 *
 * <p>{@code OutdialMongoServer PORT FILE} stores its data in FILE, {@code OutdialMongoServer PORT --memory} stores it in
 * memory. It listens on the loopback address only and prints "ready PORT" once. It exits when its standard input closes:
 * the process that started it holds that pipe, so the server never outlives it.
 */
public final class OutdialMongoServer {
    /** The library reports wire version 8; current drivers reject every version below 9. */
    private static final MongoVersion VERSION = new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 13;
        }
    };

    /** 100,000 jobs and their calls: what is not in memory is read from the file and decoded, a page at a time. */
    private static final int CACHE_MB = 256;
    /** A write commits in the thread of its connection: more threads than cores let waiting writes share one commit. */
    private static final int CONNECTION_THREADS = 32;

    public static void main(String[] args) throws IOException {
        try {
            serve(Integer.parseInt(args[0]), args[1]);
        } catch (Exception broken) {
            // A busy port (an IOException that nothing declares) or a locked file. Threads that have started would keep the process alive.
            System.err.println("Cannot serve: " + broken.getMessage());
            Runtime.getRuntime().halt(1);
        }
        while (System.in.read() >= 0) {
            // The pipe carries no data; only its end matters.
        }
        System.exit(0);
    }

    private static void serve(int port, String file) {
        MVStore store = file.equals("--memory") ? MVStore.open(null) : openFile(file);
        Committer committer = new Committer(store);
        MongoServer server = new MongoServer(new DurableBackend(store, committer).version(VERSION));
        // A shutdown hook, because the server's own shutdown waits for idle clients to disconnect.
        Runtime.getRuntime().addShutdownHook(new Thread(committer::close));
        Thread committing = new Thread(committer, "committer");
        committing.setDaemon(true);
        committing.start();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1, CONNECTION_THREADS);
        System.out.println("ready " + server.getLocalAddress().getPort());
    }

    /** H2 must not commit on its own: its background thread could save half of an operation (see Committer). */
    private static MVStore openFile(String file) {
        MVStore store = new MVStore.Builder().fileName(file).autoCommitDisabled().autoCommitBufferSize(0).cacheSize(CACHE_MB).open();
        store.setRetentionTime(Committer.RETENTION_MS);
        return store;
    }

    /**
     * Acknowledges a write only after it has been written to the file, so that a killed process loses no acknowledged
     * write. The guarantee that a phone rings at most once relies on this.
     */
    private static final class DurableBackend extends H2Backend {
        private static final Set<String> WRITES = Set.of(
            "insert", "update", "delete", "findandmodify", "create", "createindexes", "drop", "dropindexes",
            "dropdatabase", "renamecollection");

        private final Committer committer;

        DurableBackend(MVStore store, Committer committer) {
            super(store);
            this.committer = committer;
        }

        @Override
        protected MongoDatabase openOrCreateDatabase(String name) {
            return IndexedDatabase.open(name, getMvStore(), getCursorRegistry());
        }

        @Override
        public Document handleCommand(Channel channel, String database, String command, Document query) {
            boolean writes = WRITES.contains(command.toLowerCase(Locale.ROOT));
            long ticket;
            Document reply;
            committer.operations().lock();
            try {
                reply = IndexedDatabase.withMatch(
                    command, query, () -> super.handleCommand(channel, database, command, query));
                ticket = writes ? committer.takeTicket() : 0;
            } finally {
                committer.operations().unlock();
            }
            if (writes) {
                committer.save(ticket);
            }
            return reply;
        }

        @Override
        public QueryResult handleQuery(MongoQuery query) {
            committer.operations().lock();
            try {
                return super.handleQuery(query);
            } finally {
                committer.operations().unlock();
            }
        }
    }

    /**
     * Commits the store between operations, never during one: a document and its index entries are separate maps of the
     * store, and a commit between the two would leave them inconsistent after a kill.
     */
    private static final class Committer implements Runnable {
        /** How long replaced data is kept, so that an older state can be read after a power failure. */
        static final int RETENTION_MS = 2_000;
        /** The commit interval for changes that no client waits for. */
        private static final long IDLE_MS = 50;
        /** A commit survives a kill of the process; a sync to disk also survives a power failure. */
        private static final long SYNC_EVERY_MS = 1_000;
        private static final long COMPACT_EVERY_MS = 10_000;
        private static final int COMPACT_BUDGET_MS = 50;

        private final MVStore store;
        /** Operations hold the read lock, a commit holds the write lock. */
        private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
        private final Object committing = new Object();
        private final Object syncing = new Object();
        private final AtomicLong tickets = new AtomicLong();
        private long saved;
        private volatile boolean unsynced;
        private long syncAtMs;
        private long compactAtMs = System.currentTimeMillis() + COMPACT_EVERY_MS;

        Committer(MVStore store) {
            this.store = store;
        }

        Lock operations() {
            return lock.readLock();
        }

        /** Called at the end of an operation, under its read lock: a commit that covers the ticket covers the whole operation. */
        long takeTicket() {
            return tickets.incrementAndGet();
        }

        /** Returns when the operation is in the file. The first caller commits for every operation that is complete by then. */
        void save(long ticket) {
            synchronized (committing) {
                if (saved < ticket) {
                    commit();
                }
            }
        }

        /** Commits and syncs changes that no client waits for. */
        @Override
        public void run() {
            try {
                while (true) {
                    Thread.sleep(IDLE_MS);
                    synchronized (committing) {
                        commit();
                    }
                    syncPeriodically();
                }
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
            }
        }

        private void commit() {
            lock.writeLock().lock();
            try {
                if (store.isClosed()) {
                    return;
                }
                saved = tickets.get();
                if (store.hasUnsavedChanges()) {
                    store.commit();
                    unsynced = true;
                }
                compactPeriodically();
            } catch (RuntimeException broken) {
                // Continuing would acknowledge writes that are lost; a restart reads the last consistent state.
                System.err.println("The data file cannot be written: " + broken);
                Runtime.getRuntime().halt(1);
            } finally {
                lock.writeLock().unlock();
            }
        }

        private void compactPeriodically() {
            if (store.getFileStore() != null && System.currentTimeMillis() > compactAtMs) {
                store.compactFile(COMPACT_BUDGET_MS);
                // Compaction resets the retention time to 0.
                store.setRetentionTime(RETENTION_MS);
                compactAtMs = System.currentTimeMillis() + COMPACT_EVERY_MS;
            }
        }

        private void syncPeriodically() {
            if (!unsynced || store.getFileStore() == null || System.currentTimeMillis() < syncAtMs) {
                return;
            }
            // Operations and commits continue during a sync; only closing the store waits for it.
            unsynced = false;
            synchronized (syncing) {
                if (!store.isClosed()) {
                    store.getFileStore().sync();
                }
            }
            syncAtMs = System.currentTimeMillis() + SYNC_EVERY_MS;
        }

        void close() {
            lock.writeLock().lock();
            // Keeps the lock: no operation may use the closed store while the process exits.
            synchronized (syncing) {
                store.close();
            }
        }
    }
}
