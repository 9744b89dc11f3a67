package io.seatrial.baseline.statistics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.TSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Healthy nights of a fabric, one after the other: heavy tails, nights that resemble each other, what leaves and the fabric share, steps. */
final class SimulatedNights {
    private final World world;
    private final UniformRandomProvider random;
    private final SharedStateContinuousSampler normal;
    private final TSampler ofNight;
    private final TSampler ofFabric;
    private final TSampler ofRound;
    private final double roundScale;
    private final double crowded;
    private final double crowdedLeast;
    private final double crowdedMost;
    private final double quantum;
    private final double[] rates;
    private final double[] scales;
    private final double[] moods;
    private double fabric;
    private int night;

    SimulatedNights(World world, long seed) {
        this.world = world;
        this.random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        this.normal = ZigguratSampler.NormalizedGaussian.of(random);
        this.ofNight = TSampler.of(random, world.of("night-freedom"));
        this.ofFabric = TSampler.of(random, world.of("fabric-freedom"));
        this.ofRound = TSampler.of(random, world.of("round-freedom"));
        this.roundScale = world.of("round-scale");
        this.crowded = world.of("crowded-rounds");
        this.crowdedLeast = world.of("crowded-loses-least");
        this.crowdedMost = world.of("crowded-loses-most");
        this.quantum = world.of("quantum");
        int links = world.count("links");
        this.rates = new double[links];
        this.scales = new double[links];
        this.moods = new double[links];
        for (int i = 0; i < links; i++) {
            rates[i] = world.of("rate") * (1 + world.of("spread-of-links") * normal.sample());
            scales[i] = world.of("night-scale") * Math.exp(world.of("night-scale-spread") * normal.sample());
            moods[i] = scales[i] * ofNight.sample();
        }
        this.fabric = world.of("fabric-scale") * ofFabric.sample();
    }

    /** Return how many nights have passed, 0 before the first. */
    int night() {
        return night;
    }

    /** Return the next night: by link its rounds, bit/s. */
    double[][] next() {
        night++;
        fabric = follow(fabric, world.of("fabric-kept"), world.of("fabric-scale") * ofFabric.sample());
        double lost = fabric + (night >= world.count("firmware-night") ? world.of("firmware-loses") : 0);
        double[][] links = new double[rates.length][world.count("rounds")];
        double kept = world.of("night-kept");
        int perLeaf = world.count("links-per-leaf");
        double leafScale = world.of("leaf-scale");
        double leaf = 0;
        for (int i = 0; i < links.length; i++) {
            if (i % perLeaf == 0) {
                leaf = leafScale * normal.sample();
            }
            moods[i] = follow(moods[i], kept, scales[i] * ofNight.sample());
            for (int round = 0; round < links[i].length; round++) {
                links[i][round] = round(rates[i], lost + leaf + moods[i]);
            }
        }
        return links;
    }

    private double follow(double last, double kept, double fresh) {
        return kept * last + Math.sqrt(1 - kept * kept) * fresh;
    }

    private double round(double rate, double lost) {
        double all = lost + roundScale * ofRound.sample();
        if (random.nextDouble() < crowded) {
            all += crowdedLeast + (crowdedMost - crowdedLeast) * random.nextDouble();
        }
        return Math.max(0, Math.rint(rate * (1 - all) / quantum) * quantum);
    }

    /** The numbers of the resource file beside this class. */
    record World(Properties properties) {
        static World read() {
            Properties properties = new Properties();
            try (InputStream in = SimulatedNights.class.getResourceAsStream("simulated-nights.properties")) {
                properties.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new World(properties);
        }

        World with(String key, double value) {
            Properties other = new Properties();
            other.putAll(properties);
            other.setProperty(key, Double.toString(value));
            return new World(other);
        }

        double of(String key) {
            return Double.parseDouble(properties.getProperty(key));
        }

        int count(String key) {
            return (int) of(key);
        }
    }
}
