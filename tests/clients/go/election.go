package main

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// elect lets one lead, then the other after the first let go, and gives what the lease says at the end.
func elect(ctx context.Context, at *place) (any, error) {
	leading := make(chan string, 10)
	stopFirst, firstEnded, err := candidate(ctx, at, "first", leading)
	if err != nil {
		return nil, err
	}
	order := []string{<-leading}
	stopSecond, secondEnded, err := candidate(ctx, at, "second", leading)
	if err != nil {
		return nil, err
	}
	select {
	case name := <-leading:
		order = append(order, "too early: "+name)
	case <-time.After(300 * time.Millisecond):
	}
	stopFirst()
	<-firstEnded
	select {
	case name := <-leading:
		order = append(order, name)
	case <-ctx.Done():
		return order, ctx.Err()
	}
	lease, err := at.kube.CoordinationV1().Leases(at.namespace).Get(ctx, "leader", metav1.GetOptions{})
	stopSecond()
	<-secondEnded
	if err != nil {
		return order, err
	}
	return map[string]any{
		"order": order, "holder": lease.Spec.HolderIdentity, "transitions": lease.Spec.LeaseTransitions,
		"micros": lease.Spec.RenewTime != nil && lease.Spec.RenewTime.Nanosecond()%1000 == 0,
	}, nil
}

func candidate(ctx context.Context, at *place, name string, leading chan<- string) (func(), <-chan struct{}, error) {
	lock, err := resourcelock.New(resourcelock.LeasesResourceLock, at.namespace, "leader", at.kube.CoreV1(), at.kube.CoordinationV1(), resourcelock.ResourceLockConfig{Identity: name})
	if err != nil {
		return nil, nil, err
	}
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: lock, ReleaseOnCancel: true,
		LeaseDuration: 3 * time.Second, RenewDeadline: 2 * time.Second, RetryPeriod: 100 * time.Millisecond,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { leading <- name },
			OnStoppedLeading: func() {},
		},
	})
	if err != nil {
		return nil, nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		elector.Run(ctx)
		close(ended)
	}()
	return stop, ended, nil
}
