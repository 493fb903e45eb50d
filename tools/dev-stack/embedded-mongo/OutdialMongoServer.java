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
 * <p>{@code OutdialMongoServer PORT FILE} keeps its data in FILE, {@code OutdialMongoServer PORT --memory} keeps none.
 * It listens on the loopback address only, prints "ready PORT" once, and ends when its standard input closes: whoever
 * started it holds that pipe, so no server outlives its owner.
 */
public final class OutdialMongoServer {
    /** The stock library says wire version 8; current drivers refuse anything below 9. */
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

    /** A write commits in its connection's thread: more threads than cores let waiting writes share one commit. */
    private static final int CONNECTION_THREADS = 32;

    public static void main(String[] args) throws IOException {
        try {
            serve(Integer.parseInt(args[0]), args[1]);
        } catch (RuntimeException broken) {
            // A busy port, a file that another process holds: the threads started so far would keep this one alive.
            System.err.println("Cannot serve: " + broken.getMessage());
            Runtime.getRuntime().halt(1);
        }
        while (System.in.read() >= 0) {
            // Nothing is ever sent: only the end of the pipe matters.
        }
        System.exit(0);
    }

    private static void serve(int port, String file) {
        MVStore store = file.equals("--memory") ? MVStore.open(null) : openFile(file);
        Committer committer = new Committer(store);
        MongoServer server = new MongoServer(new DurableBackend(store, committer).version(VERSION));
        // A shutdown hook and not the server's own shutdown, which waits for idle clients to leave.
        Runtime.getRuntime().addShutdownHook(new Thread(committer::close));
        Thread committing = new Thread(committer, "committer");
        committing.setDaemon(true);
        committing.start();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1, CONNECTION_THREADS);
        System.out.println("ready " + server.getLocalAddress().getPort());
    }

    /** H2 must not commit on its own: its background thread could save one half of an operation (see Committer). */
    private static MVStore openFile(String file) {
        MVStore store = new MVStore.Builder().fileName(file).autoCommitDisabled().autoCommitBufferSize(0).open();
        store.setRetentionTime(Committer.RETENTION_MS);
        return store;
    }

    /**
     * Answers a write only when it is in the file, so that a killed process has lost nothing it said yes to (the ledger
     * that keeps a phone from ringing twice relies on that).
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
        public Document handleCommand(Channel channel, String database, String command, Document query) {
            boolean writes = WRITES.contains(command.toLowerCase(Locale.ROOT));
            long ticket;
            Document reply;
            committer.operations().lock();
            try {
                reply = super.handleCommand(channel, database, command, query);
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
     * Saves the store between operations, never in the middle of one: a document and its index entries are separate
     * maps of the store, and a commit between the two would leave them at odds after a kill.
     */
    private static final class Committer implements Runnable {
        /** How long the space of replaced data stays untouched, so that an older state can be read after a power cut. */
        static final int RETENTION_MS = 2_000;
        /** For writes nobody waits for. */
        private static final long IDLE_MS = 50;
        /** A commit reaches the system, which a kill does not harm; a sync reaches the disk, for a power cut. */
        private static final long SYNC_EVERY_MS = 1_000;
        private static final long TIDY_EVERY_MS = 10_000;
        private static final int TIDY_BUDGET_MS = 50;

        private final MVStore store;
        /** Operations share it; a commit has it alone. */
        private final ReadWriteLock gate = new ReentrantReadWriteLock(true);
        private final Object committing = new Object();
        private final Object syncing = new Object();
        private final AtomicLong tickets = new AtomicLong();
        private long saved;
        private volatile boolean unsynced;
        private long syncAtMs;
        private long tidyAtMs = System.currentTimeMillis() + TIDY_EVERY_MS;

        Committer(MVStore store) {
            this.store = store;
        }

        Lock operations() {
            return gate.readLock();
        }

        /** Taken at the end of an operation, while the gate is still held: a commit that counts it has all of it. */
        long takeTicket() {
            return tickets.incrementAndGet();
        }

        /** Returns when the operation is in the file. Whoever comes first commits for all that are done by then. */
        void save(long ticket) {
            synchronized (committing) {
                if (saved < ticket) {
                    commit();
                }
            }
        }

        /** Looks after what no operation waits for. */
        @Override
        public void run() {
            try {
                while (true) {
                    Thread.sleep(IDLE_MS);
                    synchronized (committing) {
                        commit();
                    }
                    syncFromTimeToTime();
                }
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
            }
        }

        private void commit() {
            gate.writeLock().lock();
            try {
                if (store.isClosed()) {
                    return;
                }
                saved = tickets.get();
                if (store.hasUnsavedChanges()) {
                    store.commit();
                    unsynced = true;
                }
                tidyFromTimeToTime();
            } catch (RuntimeException broken) {
                // Going on would mean saying yes to writes that are nowhere: a restart reads the last good state.
                System.err.println("The data file cannot be written: " + broken);
                Runtime.getRuntime().halt(1);
            } finally {
                gate.writeLock().unlock();
            }
        }

        private void tidyFromTimeToTime() {
            if (store.getFileStore() != null && System.currentTimeMillis() > tidyAtMs) {
                store.compactFile(TIDY_BUDGET_MS);
                // Compacting leaves it at 0.
                store.setRetentionTime(RETENTION_MS);
                tidyAtMs = System.currentTimeMillis() + TIDY_EVERY_MS;
            }
        }

        private void syncFromTimeToTime() {
            if (!unsynced || store.getFileStore() == null || System.currentTimeMillis() < syncAtMs) {
                return;
            }
            // Operations and commits go on meanwhile; only closing the store has to wait.
            unsynced = false;
            synchronized (syncing) {
                if (!store.isClosed()) {
                    store.getFileStore().sync();
                }
            }
            syncAtMs = System.currentTimeMillis() + SYNC_EVERY_MS;
        }

        void close() {
            gate.writeLock().lock();
            // The gate stays shut: no operation may touch a closed store while the process ends.
            synchronized (syncing) {
                store.close();
            }
        }
    }
}
